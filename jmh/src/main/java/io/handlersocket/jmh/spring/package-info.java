/** Spring Data repositories with and without the starter, and records beside {@code JdbcTemplate}. */
@NullMarked
package io.handlersocket.jmh.spring;

import org.jspecify.annotations.NullMarked;
