@NullMarked
package io.handlersocket.jmh.replicas;

import org.jspecify.annotations.NullMarked;
