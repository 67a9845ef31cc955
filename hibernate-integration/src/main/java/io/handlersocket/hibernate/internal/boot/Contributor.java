// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import io.handlersocket.hibernate.HandlerSocketSettings;
import java.util.List;
import java.util.Set;
import org.hibernate.Version;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces standard services by those of this library, if it was tested with this line of Hibernate and links with this
 * patch.
 */
public final class Contributor implements ServiceContributor {

    private static final List<String> TESTED_LINES = List.of("7.2", "7.3", "7.4");
    private static final Logger LOG = LoggerFactory.getLogger(Contributor.class);

    private static final String SEAM = "io.handlersocket.hibernate.internal.seam.";

    /** What a load uses outside every catch. A patch of Hibernate may have changed it. */
    private static final Set<String> MISSING = LinkCheck.missing(
            Contributor.class.getClassLoader(),
            List.of(
                    SEAM + "Inspection$InspectedStatement",
                    SEAM + "PlannedMapping",
                    SEAM + "PlannedMapping$PlanningProvider",
                    SEAM + "RoutingJdbcServices",
                    SEAM + "RoutingSelectExecutor",
                    SEAM + "RoutingSelectExecutor$LoadOptions",
                    SEAM + "RoutingSelectExecutor$RowsAccess"));

    /** The result sets whose classes Byte Buddy makes when they are initialized. */
    private static final List<String> MADE = List.of(
            "io.handlersocket.hibernate.internal.result.RowsResultSet",
            "io.handlersocket.hibernate.internal.gate.WatchedResultSet");

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        contribute(builder, Version.getVersionString());
    }

    static void contribute(StandardServiceRegistryBuilder builder, String version) {
        if (TESTED_LINES.stream().noneMatch(line -> version.startsWith(line + '.'))) {
            LOG.warn(
                    "Hibernate {} was not tested with HandlerSocket (tested lines: {}): every load stays on JDBC. Use"
                            + " a tested line",
                    version,
                    String.join(", ", TESTED_LINES));
            return;
        }
        if (!MISSING.isEmpty()) {
            LOG.warn(
                    "Hibernate {} lacks what loads over HandlerSocket need: {}: every load stays on JDBC. Use another"
                            + " patch of this line",
                    version,
                    String.join(", ", MISSING));
            return;
        }
        // Without a client no load needs them, and the start does not pay for them.
        if (builder.getSettings().containsKey(HandlerSocketSettings.CLIENT) && !areMade()) {
            return;
        }
        Initiators.all().forEach(builder::addInitiator);
    }

    private static boolean areMade() {
        try {
            for (String name : MADE) {
                Class.forName(name);
            }
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.warn(
                    "Byte Buddy does not make the result sets that HandlerSocket needs: every load stays on JDBC. Put the"
                            + " byte-buddy of your Hibernate on the class path",
                    e);
            return false;
        }
    }
}
