#!/bin/sh
# A beacon of a single-board computer: its service is in the scan response.
ADAPTER=${1:-hci0}
NAME="4c 61 6d 70"

sudo hciconfig "$ADAPTER" up
sudo hcitool -i "$ADAPTER" cmd 0x08 0x0006 A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 00
sudo hcitool -i "$ADAPTER" cmd 0x08 0x0008 \
  09 02 01 06 05 09 $NAME 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
sudo hcitool -i "$ADAPTER" cmd 0x08 0x0009 \
  04 03 03 0d 18 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
sudo hcitool -i "$ADAPTER" cmd 0x08 0x000A 01
