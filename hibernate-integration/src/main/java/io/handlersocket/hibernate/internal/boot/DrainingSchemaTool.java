// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import io.handlersocket.client.ServerLock;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.boot.Metadata;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.tool.schema.TargetType;
import org.hibernate.tool.schema.internal.HibernateSchemaManagementTool;
import org.hibernate.tool.schema.spi.ContributableMatcher;
import org.hibernate.tool.schema.spi.DelayedDropAction;
import org.hibernate.tool.schema.spi.ExecutionOptions;
import org.hibernate.tool.schema.spi.SchemaCreator;
import org.hibernate.tool.schema.spi.SchemaDropper;
import org.hibernate.tool.schema.spi.SchemaMigrator;
import org.hibernate.tool.schema.spi.SchemaTruncator;
import org.hibernate.tool.schema.spi.SourceDescriptor;
import org.hibernate.tool.schema.spi.TargetDescriptor;

/** Hibernate's own schema tool, with all HandlerSocket clients drained while it changes the database. */
final class DrainingSchemaTool extends HibernateSchemaManagementTool {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<? extends ServerLock> drain;

    DrainingSchemaTool(Supplier<? extends ServerLock> drain) {
        this.drain = drain;
    }

    private void drained(TargetDescriptor target, Runnable change) {
        if (!target.getTargetTypes().contains(TargetType.DATABASE)) {
            change.run(); // it only writes a script
            return;
        }
        drained(change);
    }

    private void drained(Runnable change) {
        try (ServerLock lock = drain.get()) {
            change.run();
        }
    }

    @Override
    public SchemaCreator getSchemaCreator(Map<String, Object> options) {
        SchemaCreator creator = super.getSchemaCreator(options);
        return (metadata, execution, filter, source, target) ->
                drained(target, () -> creator.doCreation(metadata, execution, filter, source, target));
    }

    @Override
    public SchemaMigrator getSchemaMigrator(Map<String, Object> options) {
        SchemaMigrator migrator = super.getSchemaMigrator(options);
        return (metadata, execution, filter, target) ->
                drained(target, () -> migrator.doMigration(metadata, execution, filter, target));
    }

    @Override
    public SchemaTruncator getSchemaTruncator(Map<String, Object> options) {
        SchemaTruncator truncator = super.getSchemaTruncator(options);
        return (metadata, execution, filter, target) ->
                drained(target, () -> truncator.doTruncate(metadata, execution, filter, target));
    }

    @Override
    public SchemaDropper getSchemaDropper(Map<String, Object> options) {
        SchemaDropper dropper = super.getSchemaDropper(options);
        return new SchemaDropper() {
            @Override
            public void doDrop(
                    Metadata metadata,
                    ExecutionOptions execution,
                    ContributableMatcher filter,
                    SourceDescriptor source,
                    TargetDescriptor target) {
                drained(target, () -> dropper.doDrop(metadata, execution, filter, source, target));
            }

            @Override
            public DelayedDropAction buildDelayedAction(
                    Metadata metadata,
                    ExecutionOptions execution,
                    ContributableMatcher filter,
                    SourceDescriptor source) {
                DelayedDropAction drop = dropper.buildDelayedAction(metadata, execution, filter, source);
                return (ServiceRegistry registry) -> drained(() -> drop.perform(registry));
            }
        };
    }
}
