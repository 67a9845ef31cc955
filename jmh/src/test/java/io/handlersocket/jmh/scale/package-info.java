@NullMarked
package io.handlersocket.jmh.scale;

import org.jspecify.annotations.NullMarked;
