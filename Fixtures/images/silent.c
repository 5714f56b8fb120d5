// A program that does not advertise: a boot loader, or the image of another core.
volatile int ticks;

int main(void) { return ticks; }
