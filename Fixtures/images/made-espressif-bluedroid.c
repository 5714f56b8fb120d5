// The program for Bluedroid on an ESP32, without symbols: its functions are known by the messages that they send.
#include "made-bluedroid.c"
