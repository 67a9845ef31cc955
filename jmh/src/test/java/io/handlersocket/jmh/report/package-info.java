@NullMarked
package io.handlersocket.jmh.report;

import org.jspecify.annotations.NullMarked;
