@NullMarked
package io.handlersocket.jmh.measure;

import org.jspecify.annotations.NullMarked;
