/**
 * A tracker as a JPA application would have it: tasks with comments are created, taken and changed, on two engines, with and
 * without lookups over HandlerSocket. What an application gains whose work is not only reading.
 */
@NullMarked
package io.handlersocket.jmh.application;

import org.jspecify.annotations.NullMarked;
