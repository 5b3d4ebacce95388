#!/bin/sh
# Makes the certificates in this folder anew, with OpenSSL 3.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
touch "$scratch/index"
cat >"$scratch/config" <<END
[ca]
default_ca = test
[test]
database = $scratch/index
new_certs_dir = $scratch
rand_serial = yes
default_md = sha256
policy = anything
copy_extensions = copyall
unique_subject = no
[anything]
commonName = supplied
[req]
distinguished_name = name
[name]
END
key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
sign() {
  name=$1 subject=$2 extension=$3
  shift 3
  openssl req -new -config "$scratch/config" -key "$name" -subj "/CN=$subject" -addext "$extension" -out "$scratch/request"
  openssl ca -batch -notext -config "$scratch/config" -startdate 20200101000000Z -enddate 21200101000000Z \
    -in "$scratch/request" "$@"
}
key "$scratch/ca.key"
sign "$scratch/ca.key" 'Test authority' 'basicConstraints=critical,CA:TRUE' -selfsign -keyfile "$scratch/ca.key" -out ca.pem
for name in server client; do
  key "$name.key"
  sign "$name.key" "Test $name" 'subjectAltName=DNS:api.test,DNS:localhost,IP:127.0.0.1' \
    -cert ca.pem -keyfile "$scratch/ca.key" -out "$name.pem"
done
openssl pkcs8 -topk8 -in client.key -passout 'pass:open sesame' -out client.locked.key
chmod 644 ./*.key
rm -r "$scratch"
