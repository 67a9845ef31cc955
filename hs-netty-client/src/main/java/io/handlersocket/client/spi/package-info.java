/**
 * Helps integrations, such as the one for Hibernate, to decide what they may ask the client. May change in any release.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client.spi;

import org.jspecify.annotations.NullMarked;
