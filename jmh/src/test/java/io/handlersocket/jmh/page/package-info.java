@NullMarked
package io.handlersocket.jmh.page;

import org.jspecify.annotations.NullMarked;
