/**
 * What SQL says about tables, columns, indexes and the server: the facts every decision about a lookup rests on.
 *
 * <p>Plain records, read once per table over JDBC. Knows nothing of sockets, codecs or threads.
 */
@NullMarked
package io.handlersocket.client.catalog;

import org.jspecify.annotations.NullMarked;
