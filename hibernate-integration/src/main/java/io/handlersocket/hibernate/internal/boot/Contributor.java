// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import java.util.List;
import org.hibernate.Version;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces standard services by those of this library, if it was tested with this line of Hibernate. */
public final class Contributor implements ServiceContributor {

    private static final List<String> TESTED_LINES = List.of("7.2", "7.3", "7.4");
    private static final Logger LOG = LoggerFactory.getLogger(Contributor.class);

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
        builder.addInitiator(new Initiators.OfIntegration());
        builder.addInitiator(new Initiators.OfJdbcServices());
        builder.addInitiator(new Initiators.OfMappingProducers());
        builder.addInitiator(new Initiators.OfConnections());
        builder.addInitiator(new Initiators.OfSchemaTools());
    }
}
