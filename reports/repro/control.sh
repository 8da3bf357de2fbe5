need CONTROL_URL
need CONTROL_TOKEN

# Makes a call of the control protocol.
control() {
  curl -sS -f -m 60 -X POST -H "Authorization: Bearer $CONTROL_TOKEN" -H 'Content-Type: application/json' --data-raw "$2" --url "${CONTROL_URL%/}$1" || exit 2
}
