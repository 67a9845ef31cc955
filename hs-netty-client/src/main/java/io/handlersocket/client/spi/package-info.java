/**
 * What integrations such as the one for Hibernate need beside the API. It may change in any release.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client.spi;

import org.jspecify.annotations.NullMarked;
