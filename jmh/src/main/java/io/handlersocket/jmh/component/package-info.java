/** Pieces of the client without any I/O. Run with {@code java -jar jmh/target/benchmarks.jar -prof gc}. */
@NullMarked
package io.handlersocket.jmh.component;

import org.jspecify.annotations.NullMarked;
