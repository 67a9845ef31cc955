/** One property of the data or the load varied at a time: where lookups over HandlerSocket gain most, least, or nothing. */
@NullMarked
package io.handlersocket.jmh.axes;

import org.jspecify.annotations.NullMarked;
