// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.dashboard.Services;
import io.handlersocket.samples.socialgame.dashboard.Setup;
import io.handlersocket.samples.socialgame.dashboard.Setups;
import io.handlersocket.samples.socialgame.served.Measured;
import io.handlersocket.samples.socialgame.served.Served;
import io.handlersocket.samples.socialgame.served.Serving;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Reads the parts of one page. A part that cannot be read says so in its place; the others are shown. */
public final class Parts {

    private static final Logger log = LoggerFactory.getLogger(Parts.class);

    private final Services game;
    private final Served served;
    private final Setups setups;
    private final Way state;
    private final String target;
    private int lookups;
    private String reason = "";
    private boolean away;

    /**
     * @param state which way reads go according to the client
     * @param target the element that htmx loads; that of a comparison makes its part be read over JDBC too
     */
    Parts(Services game, Served served, Setups setups, Way state, String target) {
        this.game = game;
        this.served = served;
        this.setups = setups;
        this.state = state;
        this.target = target;
    }

    <T> Part<T> read(String id, Function<Services, T> read) {
        if (away) {
            // Each further attempt would wait for a connection as long as the first one did.
            return new Part<>(id, null, How.NOT_AT_ALL);
        }
        try {
            Measured<T> measured = served.measure(id, () -> read.apply(game));
            How how = How.of(count(measured.serving()));
            if (target.equals(id + "-beside")) {
                how = how.beside(Comparison.of(game, setups.services(Setup.WELL_CONFIGURED), read));
            }
            return new Part<>(id, measured.value(), how);
        } catch (DataAccessException | TransactionException | CompletionException e) {
            log.warn("The part '{}' of a page could not be read: {}", id, e.toString());
            away = true;
            return new Part<>(id, null, How.NOT_AT_ALL);
        }
    }

    Serving count(Serving serving) {
        lookups += serving.lookups();
        reason = reason.isEmpty() ? serving.reason() : reason;
        return serving;
    }

    /** Returns the way that the lookups of this page took; what the client says if there were none. */
    public Way getWay() {
        return state.taken(lookups, reason);
    }
}
