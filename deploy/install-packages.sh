#!/bin/sh
# Installs the packages of package-lock.json beside those in use, then swaps the two, because running
# processes load some packages late. Run it in the folder of the shop. If it fails, the packages in
# use stay.
set -eu
if [ ! -d node_modules ] && [ -d next/old ]; then mv next/old node_modules; fi
rm -rf next
mkdir next
cp package.json package-lock.json .npmrc next
npm ci --prefix next
mv node_modules next/old
mv next/node_modules .
rm -rf next
