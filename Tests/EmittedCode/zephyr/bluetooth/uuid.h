/* Stands in for Zephyr's header; see ../../README.md. */
#ifndef STAND_IN_ZEPHYR_BLUETOOTH_UUID_H
#define STAND_IN_ZEPHYR_BLUETOOTH_UUID_H

/* The least significant octet first. */
#define OCTET(number_, index_) (((number_) >> (8 * (index_))) & 0xff)
#define BT_UUID_16_ENCODE(w16_) OCTET(w16_, 0), OCTET(w16_, 1)
#define BT_UUID_32_ENCODE(w32_) OCTET(w32_, 0), OCTET(w32_, 1), OCTET(w32_, 2), OCTET(w32_, 3)
#define BT_UUID_128_ENCODE(w32_, w1_, w2_, w3_, w48_) \
    OCTET(w48_, 0), OCTET(w48_, 1), OCTET(w48_, 2), OCTET(w48_, 3), OCTET(w48_, 4), OCTET(w48_, 5), \
        OCTET(w3_, 0), OCTET(w3_, 1), OCTET(w2_, 0), OCTET(w2_, 1), OCTET(w1_, 0), OCTET(w1_, 1), \
        BT_UUID_32_ENCODE(w32_)

#endif
