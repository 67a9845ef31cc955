/** A model of large servers and of many application instances, with measured constants. */
@NullMarked
package io.handlersocket.jmh.scale;

import org.jspecify.annotations.NullMarked;
