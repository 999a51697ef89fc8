// std::sin( in a comment is fine
double bits(double x) {
  std::normal_distribution<double> dice;
  return std::sin(x) + math::sin(x);
}
