// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import java.time.Duration;

/** Blocking lookups of a client of its own, whose lone caller polls its socket before it sleeps, or does not. */
final class SpinArm implements Arm {

    private final String prefix;
    private final int threads;
    private final HandlerSocketClient client;
    private final BlockingArm lookups;

    /** @param maxSpin how long a caller polls at most; 0 for never */
    SpinArm(Database db, String prefix, Duration maxSpin, int threads) {
        this.prefix = prefix;
        this.threads = threads;
        this.client = Clients.to(db).maxSpin(maxSpin).build();
        this.lookups = new BlockingArm(client.index(Clients.users(db)), threads, null);
    }

    @Override
    public String name() {
        return prefix + threads;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return lookups.run(slice);
    }

    @Override
    public void close() {
        client.close();
    }
}
