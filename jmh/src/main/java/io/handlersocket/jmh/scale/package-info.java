/** What many cores and many application instances need: a simulation with measured constants. */
@org.jspecify.annotations.NullMarked
package io.handlersocket.jmh.scale;
