#!/bin/sh
# Runs the Chromium that is unpacked beside this script, with the libraries and the fonts
# that are there.
here=${0%/*}
libraries=
for dir in "$here"/root/lib/*-linux-gnu "$here"/root/usr/lib/*-linux-gnu "$here"/root/usr/lib/*-linux-gnu/pulseaudio; do
	libraries=$libraries${libraries:+:}$dir
done
LD_LIBRARY_PATH=$libraries FONTCONFIG_FILE=$here/fonts.conf exec "$here/root/usr/lib/chromium/chromium-headless-shell" "$@"
