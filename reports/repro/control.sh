: "${CONTROL_URL:?Set it to the address of the control protocol, as in the profile of the target.}"
: "${CONTROL_TOKEN:?Set it to the token of the control protocol.}"

# Makes a call of the control protocol.
control() {
  curl -sS -f -m 60 -X POST -H "Authorization: Bearer $CONTROL_TOKEN" -H 'Content-Type: application/json' --data-binary "$2" "${CONTROL_URL%/}$1" || exit 2
}
