#!/bin/sh
# Installs the packages of package-lock.json beside those in use, then swaps the two, because running
# processes load some packages late. Run it in the folder of the shop. If it fails, the packages in
# use stay. Only one installation runs at a time: the lock is on the folder, and ends with the
# last of its processes.
set -eu
command -v flock >/dev/null || { echo 'This needs flock, of the package util-linux.' >&2; exit 1; }
exec 9<.
flock -n 9 || { echo 'Packages are being installed here already. Please wait for that.' >&2; exit 1; }
if [ ! -d node_modules ] && [ -d next/old ]; then mv next/old node_modules; fi
rm -rf next
mkdir next
cp package.json package-lock.json .npmrc next
npm ci --prefix next
mv node_modules next/old
mv next/node_modules .
rm -rf next
