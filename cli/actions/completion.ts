import type { Command } from "commander";
import { exits } from "../io/exits.ts";
import type { Io } from "../io/io.ts";
import { completionsFor } from "../options/completions.ts";

/** The scripts for shells, by name: each asks the program itself what may come next. */
export const shells = {
  bash: `# assay completion bash
_assay() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o default 2>/dev/null
      return
    fi
    printf -v word '%q' "\${line%%$'\\t'*}"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _assay assay
`,
  zsh: `#compdef assay
_assay() {
  local line
  local -a found said
  for line in "\${(@f)$("\${words[1]}" complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ":files" ]]; then
      _files
      return
    fi
    [[ -z $line ]] && continue
    found+=("\${line%%$'\\t'*}")
    said+=("\${line//$'\\t'/  }")
  done
  compadd -Q -l -d said -- "\${(@q)found}"
}
if [ "$funcstack[1]" = "_assay" ]; then
  _assay "$@"
else
  compdef _assay assay
fi
`,
  fish: `# assay completion fish
function __assay_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete-words -- $words[2..-1] 2>/dev/null)
    if test "$found[1]" = ":files"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c assay -f -a '(__assay_complete)'
`,
} as const;

/** Prints what makes a shell complete commands, options, ids and names. */
export function completion(shell: keyof typeof shells, _: unknown, io: Io): number {
  io.stdout.write(shells[shell]);
  return exits.fine;
}

/** Prints what may come next after some words, one in a line, with what it means behind a tab. */
export function completeWords(program: Command, words: readonly string[], io: Io): number {
  for (const { word, says } of completionsFor(program, words))
    io.stdout.write(says ? `${word}\t${says}\n` : `${word}\n`);
  return exits.fine;
}
