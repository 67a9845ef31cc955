// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.NestedExceptionUtils;

/**
 * The TLS context of an SSL bundle's newest material. A context belongs to one material, so a new material is checked by
 * a full handshake and not by a session of the old one. Thread-safe.
 */
final class BundleContext implements Supplier<SSLContext> {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final String name;
    private final SslBundles bundles;
    private volatile SSLContext current;

    /** @throws RuntimeException if there is no such bundle, or no context can be made of it */
    BundleContext(String name, SslBundles bundles) {
        this.name = name;
        this.bundles = bundles;
        bundles.addBundleUpdateHandler(name, bundle -> update());
        synchronized (this) { // an update waits, so it is not overwritten
            this.current = newest();
        }
    }

    @Override
    public SSLContext get() {
        return current;
    }

    /** Does not throw, because the bundle's other users hear of the update after this one. */
    private synchronized void update() {
        try {
            current = newest();
            log.info(
                    "HandlerSocket: the SSL bundle {} has changed: new connections use it, and open ones are replaced"
                            + " at the end of their age, by default within 30 minutes",
                    name);
        } catch (RuntimeException e) {
            log.warn(
                    "HandlerSocket: the SSL bundle {} has changed and cannot be used ({}): new connections still use"
                            + " what it held before. Repair its files",
                    name,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
        }
    }

    private SSLContext newest() {
        return bundles.getBundle(name).createSslContext();
    }
}
