// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal.report;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.spring.spi.ReportPart;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/** What shadow mode of all persistence units has found, for people. */
public final class ShadowReport implements ReportPart {

    private static final int MAX_ROLES = 10;

    private final Supplier<Collection<EntityManagerFactory>> factories;

    public ShadowReport(Supplier<Collection<EntityManagerFactory>> factories) {
        this.factories = factories;
    }

    /** Returns shadow mode of each persistence unit that has it. */
    public List<Shadow> shadows() {
        List<Shadow> shadows = new ArrayList<>();
        for (EntityManagerFactory factory : factories.get()) {
            try {
                Shadow.of(factory.unwrap(SessionFactory.class)).ifPresent(shadows::add);
            } catch (RuntimeException e) {
                // It is closed by now, or not Hibernate's: it compares nothing, and the health must not be DOWN.
            }
        }
        return shadows;
    }

    @Override
    public String name() {
        return "shadow";
    }

    @Override
    public @Nullable ShadowTotals report() {
        List<Shadow> shadows = shadows();
        return shadows.isEmpty() ? null : ShadowTotals.of(shadows).rounded();
    }

    @Override
    public @Nullable Object failure() {
        ShadowTotals totals = ShadowTotals.of(shadows());
        return totals.failing() ? totals.differences() : null;
    }

    @Override
    public @Nullable String summary(String when) {
        ShadowTotals totals = ShadowTotals.of(shadows());
        return totals.counts().isEmpty() ? null : line(totals, when);
    }

    static String line(ShadowTotals shadow, String when) {
        String speed = shadow.counts().stream()
                .filter(count -> count.equal() > 0)
                .limit(MAX_ROLES)
                .map(count -> String.format(
                        Locale.ROOT,
                        "%s %.1f times (%.0f us, JDBC %.0f us)",
                        count.role(),
                        count.speedUp(),
                        count.handlerSocketMicros(),
                        count.jdbcMicros()))
                .collect(Collectors.joining(", "));
        return "shadow mode compared " + shadow.sum(count -> count.equal() + count.changed() + count.different())
                + " answers " + when + ": " + shadow.sum(Count::different) + " differ, " + shadow.sum(Count::changed)
                + " changed meanwhile, " + shadow.sum(Count::failed) + " failed, " + shadow.dropped() + " dropped"
                + (speed.isEmpty() ? "" : "; faster than JDBC: " + speed);
    }
}
