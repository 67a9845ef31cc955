// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.served.Measured;
import io.handlersocket.samples.socialgame.served.Served;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Reads the parts of one page. A part that cannot be read says so in its place; the others are shown. */
final class Parts {

    private static final Logger log = LoggerFactory.getLogger(Parts.class);

    private final Served served;
    private boolean away;

    Parts(Served served) {
        this.served = served;
    }

    <T> Part<T> read(String id, Supplier<T> read) {
        if (away) {
            // Each further attempt would wait for a connection as long as the first one did.
            return new Part<>(id, null, How.NOT_AT_ALL);
        }
        try {
            Measured<T> measured = served.measure(id, read);
            return new Part<>(id, measured.value(), How.of(measured.serving()));
        } catch (DataAccessException | TransactionException | CompletionException e) {
            log.warn("The part '{}' of a page could not be read: {}", id, e.toString());
            away = true;
            return new Part<>(id, null, How.NOT_AT_ALL);
        }
    }
}
