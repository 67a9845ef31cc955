/**
 * Describes tables, columns, indexes and the server as SQL does. Every decision about a lookup rests on these facts.
 *
 * <p>The client reads them over JDBC and implements these interfaces. They may get more methods in a minor release.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client.catalog;

import org.jspecify.annotations.NullMarked;
