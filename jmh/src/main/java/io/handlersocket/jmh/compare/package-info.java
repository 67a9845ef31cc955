/** One command: a server, a JVM for each layer, and what they measured on a page. */
@NullMarked
package io.handlersocket.jmh.compare;

import org.jspecify.annotations.NullMarked;
