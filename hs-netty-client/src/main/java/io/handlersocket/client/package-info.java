/**
 * Reads rows of MariaDB tables by index over HandlerSocket: typed, pipelined, and never another row than SQL would
 * return.
 *
 * <p>One lookup, from the caller to the row and back:
 *
 * <pre>
 * Index.find(key) -&gt; KeyEncoder (validate, canonical bytes) -&gt; ConnectionPool
 *     -&gt; Connection (one event loop; one flush) -&gt; server -&gt; ReplyScanner -&gt; oldest request in flight -&gt; key check -&gt; Row
 * </pre>
 *
 * <p>Writes go another way, and are off until enabled: see {@link io.handlersocket.client.Writes}.
 *
 * <p><b>Null.</b> One rule holds for the whole API. A null value of a key ({@code find}, {@code findAll}, {@code Key},
 * {@code Range.equal}) matches no row, as {@code = NULL} in SQL. Every other null argument is a {@link
 * NullPointerException} that names the parameter and what it expects: null never means "no condition". A null value of
 * a written column is NULL.
 *
 * <p><b>Growth.</b> Interfaces that the client hands out ({@code Index}, {@code Row}, {@code ClientSnapshot} and those
 * of {@link io.handlersocket.client.catalog}) are implemented by the client only, and may get more methods in a minor
 * release.
 *
 * <p>Reading order for a newcomer: {@link io.handlersocket.client.HandlerSocketClient}, {@link
 * io.handlersocket.client.Index}; {@code internal.protocol}; {@code internal.codec.ColumnCodec}; {@code
 * internal.transport.Connection}; {@code internal.lookup.DefaultIndex}; {@code internal.control.state.Supervisor}. {@code
 * docs/architecture.md} draws the walk of one lookup.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client;

import org.jspecify.annotations.NullMarked;
