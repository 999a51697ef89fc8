# Completion of solgel for bash. Options are asked from the command itself, so they cannot fall behind it.
_solgel() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W 'sand terrain jelly params studio demo --help --version' -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z0-9_-]*')" -- "$word")
  elif [ "$command" = params ] && [ "$COMP_CWORD" = 2 ]; then
    mapfile -t COMPREPLY < <(compgen -W 'sand look tables generators terrain land terrain-look jelly jelly-look jelly-light' -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _solgel solgel
