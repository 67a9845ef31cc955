/**
 * Reads rows of MariaDB tables by index over HandlerSocket. A lookup returns the row that SQL would return, or fails.
 * Start with {@link io.handlersocket.client.HandlerSocketClient} and {@link io.handlersocket.client.Index}.
 *
 * <p><b>Null.</b> A null value in a key ({@code find}, {@code findAll}, {@code Key}, {@code Range.equal}) matches no
 * row, as {@code = NULL} in SQL. Every other null argument is a {@link NullPointerException} whose message names the
 * parameter and the expected value; null never means "no condition".
 *
 * <p><b>Compatibility.</b> Only the client implements {@code Index} and {@code Row}, which may get more methods in a
 * minor release. {@code ClientSnapshot} and the records of {@link io.handlersocket.client.catalog} may get more
 * components, so build them only in tests.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client;

import org.jspecify.annotations.NullMarked;
