# Below: the steps, in plain sh and curl. First, what they need.

# Prints a JSON document as lines: the pointer of each value, a tab, and the value.
flatten() {
  awk 'BEGIN { RS = "\001" }
    { s = $0; n = length(s); i = 1; read_value("") }
    function skip() { while (i <= n && index(" \t\r\n", substr(s, i, 1))) i++ }
    function read_string(  from, c) {
      from = i++
      while (i <= n && (c = substr(s, i, 1)) != "\"") i += c == "\\" ? 2 : 1
      i++
      return substr(s, from, i - from)
    }
    function read_value(p,  c, from, key, k) {
      skip(); c = substr(s, i, 1)
      if (c == "{" || c == "[") {
        i++; skip()
        if (index("}]", substr(s, i, 1))) { i++; print p "\t" c; return }
        for (k = 0; i <= n; k++) {
          skip()
          key = k
          if (c == "{") {
            key = read_string(); key = substr(key, 2, length(key) - 2)
            gsub(/~/, "~0", key); gsub(/\//, "~1", key)
            skip(); i++
          }
          read_value(p "/" key)
          skip()
          if (substr(s, i++, 1) != ",") return
        }
        return
      }
      if (c == "\"") { print p "\t" read_string(); return }
      from = i
      while (i <= n && !index(",]} \t\r\n", substr(s, i, 1))) i++
      print p "\t" substr(s, from, i - from)
    }'
}

# The value at a pointer of the JSON document on standard input; a string without its quotes.
at() { flatten | awk -F '\t' -v pointer="$1" '$1 == pointer { sub(/^"/, "", $2); sub(/"$/, "", $2); print $2; exit }'; }

# What may differ from run to run is made alike: the digits of times, of which only stays which are of one day, and long words without spaces.
alike() {
  awk -F '\t' 'BEGIN { OFS = "\t" }
    $2 ~ /[0-9][0-9]:[0-9][0-9]/ {
      day = ""
      if (match($2, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/)) {
        day = substr($2, RSTART, RLENGTH)
        if (!(day in days)) { days[day] = "day " (++count) " " }
        day = days[day]
      }
      gsub(/[0-9]/, "0", $2)
      $2 = day $2
    }
    length($2) >= 18 && $2 !~ /[ \/]/ { gsub(/[0-9A-Za-z_=+-]+/, "x", $2) }
    { print }'
}

# The lines at a pointer and below it.
below() { awk -F '\t' -v pointer="$1" '$1 == pointer || index($1, pointer "/") == 1'; }

# Every byte of a text, percent-encoded.
encoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

# A text with its letters in the other case.
swapped() { printf '%s' "$1" | tr 'A-Za-z' 'a-zA-Z'; }

# Gives a variable a value, unless the environment has another one: that may be of another target.
given=
take() { eval "[ \"\${$1:=\$2}\" = \"\$2\" ] || given=\"\$given $1\""; need "$1"; }

# Ends where a variable has no value.
need() { eval "[ -n \"\${$1:-}\" ]" || { echo "$1 is not set: give it the value that the profile of the target has"; exit 2; } >&2; }

# Names those of some variables that may be of another target; fails where there is none.
suspect() {
  found=1
  for name; do
    case "$given " in *" $name "*) echo "$status: is $name of this target?"; found=0 ;; esac
  done
  return "$found"
}

# Ends where the last answer has not the status that it had; the other arguments are the variables of its request.
expect() {
  was=$1; shift
  [ "$status" = "$was" ] && return
  echo "the status was $was, so this cannot tell; this can: npx assay replay $(dirname "$(dirname "$0")") $id"
  [ "$status" != 401 ] || suspect "$@"
  exit 2
}

# Judges the last status by what it was and by what is promised; the other arguments are the variables that only this request has.
judge() {
  was=$1 promised=$2; shift 2
  [ "$status" = 401 ] && [ "$was" != 401 ] && suspect "$@" && exit 2
  case " $promised " in *" $status "*) echo 'fixed'; exit 0 ;; esac
  echo 'still failing'
  exit 1
}

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

# The headers of the last answer whose names fit a pattern, as lines like those of a document.
headers() {
  tr -d '\r' < "$folder/head" | awk -F ': ' -v names="$1" '{ name = tolower($1); if (name ~ names) print "/" name "\t" $2 }' | sort
}

# Adds the last answer, and beside it the answer of then on standard input, to what is compared.
compare() {
  flatten >> "$folder/then"
  flatten < "$folder/body" >> "$folder/now"
}

# Sends a request with curl's arguments; its answer is in $status, $folder/head and $folder/body.
send() {
  status=$(curl -sS -g -m 60 -o "$folder/body" -D "$folder/head" -w '%{http_code}' "$@") || exit 2
  echo "  answered $status"
}
