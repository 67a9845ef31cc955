// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * {@code @DataJpaTest} whose lookups go over HandlerSocket: without the transaction around each test, which nobody else could
 * see into, and only once HandlerSocket is ready. What a test writes stays written. It needs a server with the plugin:
 *
 * <pre>{@code
 * @HandlerSocketTest
 * class PlayersTest {
 *     @ServiceConnection
 *     static final HandlerSocketMariaDB db = HandlerSocketMariaDB.shared();
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@DataJpaTest
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@AutoConfigureHandlerSocket
@TestPropertySource(properties = "handlersocket.startup=fail")
public @interface HandlerSocketTest {}
