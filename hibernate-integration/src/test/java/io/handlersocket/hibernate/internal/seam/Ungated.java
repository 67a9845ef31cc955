// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.internal.connection.HibernateConnections;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.gate.TransactionGate.Consistency;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.service.spi.ServiceContributor;
import org.jspecify.annotations.Nullable;

/** Leaves the transaction gate open, whatever ran and wherever the pool leads, where a test's settings say so. */
public final class Ungated implements ServiceContributor {

    public static final String SETTING = "test.without-gate";

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        if (Boolean.TRUE.equals(builder.getSettings().get(SETTING))) {
            Object client = builder.getSettings().get(HandlerSocketSettings.CLIENT);
            builder.addService(Integration.class, new OpenGate(Objects.requireNonNull(client)));
        }
    }

    private static final class OpenGate extends Integration {

        private static final long serialVersionUID = 1L;

        OpenGate(Object client) {
            super(
                    Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.TRUST_CONNECTIONS, true),
                    (consistency, connections) -> new NoContract(connections));
        }
    }

    private static final class NoContract extends SessionContract {

        NoContract(HibernateConnections connections) {
            super(Consistency.DEFAULT, connections);
        }

        @Override
        public @Nullable String refusal(
                SessionFactoryOptions options, @Nullable ServerFacts server, BooleanSupplier ready) {
            return null;
        }

        @Override
        public @Nullable String refusal(
                SharedSessionContractImplementor session, @Nullable ServerFacts server, BooleanSupplier ready) {
            boolean unused = ready.getAsBoolean();
            return null;
        }
    }
}
