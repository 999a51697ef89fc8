; arcs, a full circle, relative moves, inches, a dwell and home
G21 G90 F1500
G1 X20 Y20
G2 X60 Y20 I20 J0
G3 X100 Y60 R40
G2 X100 Y60 I-15 J5 (full circle)
G91 g1x-30y25
G90 G20 G1 X2.5 Y3
G4 P2
G21 N40 G1 X12 Y118 E3.2 Z1
$H
