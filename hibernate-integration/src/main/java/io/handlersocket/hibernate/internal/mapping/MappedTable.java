// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables;
import io.handlersocket.hibernate.internal.planner.SqlName;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.BasicEntityIdentifierMapping;
import org.hibernate.metamodel.mapping.BasicValuedModelPart;
import org.hibernate.metamodel.mapping.EmbeddableValuedModelPart;
import org.hibernate.metamodel.mapping.ForeignKeyDescriptor;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.metamodel.mapping.SelectableConsumer;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.sql.Template;
import org.jspecify.annotations.Nullable;

/** The table and columns of an entity, from its mapping. */
public record MappedTable(
        SessionFactoryImplementor factory,
        EntityPersister entity,
        JdbcOnlyTables jdbcOnly,
        EntityFilters filters,
        LookupRouter router)
        implements EntityTable {

    public static EntityTable of(
            SessionFactoryImplementor factory, Class<?> entity, JdbcOnlyTables jdbcOnly, LookupRouter router) {
        return new MappedTable(
                factory,
                factory.getMappingMetamodel().getEntityDescriptor(entity),
                jdbcOnly,
                new EntityFilters(factory),
                router);
    }

    public static boolean maps(SessionFactoryImplementor factory, TableName table) {
        List<String> names = new ArrayList<>();
        factory.getMappingMetamodel()
                .forEachEntityDescriptor(entity -> names.addAll(Arrays.asList(entity.getTableNames())));
        factory.getMappingMetamodel().forEachCollectionDescriptor(collection -> names.add(collection.getTableName()));
        return names.stream().anyMatch(name -> is(table, name));
    }

    private static boolean is(TableName table, String mapped) {
        SqlName name = SqlName.of(mapped);
        return name != null
                && name.name().equalsIgnoreCase(table.table())
                && (name.schema().isEmpty() || name.schema().equalsIgnoreCase(table.schema()));
    }

    @Override
    public Optional<JdbcReason> refusal() {
        JdbcReason option = jdbcOnly.refusal(entity);
        return option != null ? Optional.of(option) : ofMapping().map(text -> new JdbcReason(Kind.STATEMENT, text));
    }

    private Optional<String> ofMapping() {
        if (entity.getTableSpan() > 1 || entity.hasMultipleTables()) {
            return Optional.of("the entity has several tables");
        }
        if (entity.isInherited() || entity.hasSubclasses() || entity.getDiscriminatorMapping() != null) {
            return Optional.of("the entity is part of a hierarchy");
        }
        if (entity.getSoftDeleteMapping() != null) {
            return Optional.of("soft delete");
        }
        if (entity.hasWhereRestrictions()) {
            return Optional.of("a restriction in SQL, such as @SQLRestriction");
        }
        if (filters.hideRows(entity)) {
            return Optional.of("filters");
        }
        return SqlName.of(entity.getTableName()) != null
                ? Optional.empty()
                : Optional.of("the entity reads more than a plain table");
    }

    @Override
    public Optional<TableName> name() {
        String schema = router.schema();
        SqlName name = SqlName.of(entity.getTableName());
        if (schema.isEmpty() || name == null) {
            return Optional.empty();
        }
        return Optional.of(new TableName(name.schema().isEmpty() ? schema : name.schema(), name.name()));
    }

    @Override
    public Optional<String> id() {
        return entity.getIdentifierMapping() instanceof BasicEntityIdentifierMapping id
                ? Optional.of(id.getAttributeName())
                : Optional.empty();
    }

    @Override
    public Optional<EntityColumn> column(String path) {
        return plain(path).map(EntityColumn.class::cast);
    }

    private Optional<MappedColumn> plain(String path) {
        @Nullable ModelPart part = entity;
        for (String name : path.split("\\.", -1)) {
            if (part instanceof ToOneAttributeMapping toOne) {
                part = foreignKey(toOne, name);
            } else if (part == entity) {
                part = entity.findSubPart(name, null);
            } else {
                part = part instanceof EmbeddableValuedModelPart embedded ? embedded.findSubPart(name, null) : null;
            }
            if (part == null) {
                return Optional.empty();
            }
        }
        return part instanceof BasicValuedModelPart basic ? column(basic) : Optional.empty();
    }

    /** Returns the only attribute of a column; empty if there is none, or if it has further columns. */
    Optional<MappedColumn> columnNamed(String name) {
        List<SelectableMapping> found = new ArrayList<>();
        SelectableConsumer named = (index, selectable) -> {
            SqlName column = SqlName.of(selectable.getSelectionExpression());
            if (column != null && column.name().equalsIgnoreCase(name)) {
                found.add(selectable);
            }
        };
        entity.getIdentifierMapping().forEachSelectable(named);
        entity.forEachAttributeMapping(attribute -> attribute.forEachSelectable(named));
        // A column that is mapped twice may have two converters.
        return found.size() == 1 ? column(found.get(0)) : Optional.empty();
    }

    @Override
    public RowRead read(RowQuery query) {
        refusal().ifPresent(reason -> {
            throw new LeftToJdbcException(reason);
        });
        SqlName table = SqlName.of(entity.getTableName());
        if (table == null) {
            throw LeftToJdbcException.of(ReasonCode.MORE_THAN_A_TABLE);
        }
        return new MappedRead(this, table, query, router);
    }

    /** @throws LeftToJdbcException if the attribute is not one plain column */
    MappedColumn mapped(String path) {
        return plain(path)
                .orElseThrow(() ->
                        LeftToJdbcException.statement("attribute " + path + " is not one plain column of the table"));
    }

    private @Nullable ModelPart foreignKey(ToOneAttributeMapping toOne, String name) {
        if (toOne.getSideNature() != ForeignKeyDescriptor.Nature.KEY
                || !toOne.isReferenceToPrimaryKey()
                || toOne.hasNotFoundAction()
                || filters.hideRows(toOne.getAssociatedEntityMappingType())
                || !name.equals(toOne.getAssociatedEntityMappingType()
                        .getIdentifierMapping()
                        .getAttributeName())) {
            return null;
        }
        return toOne.getForeignKeyDescriptor().getKeyPart();
    }

    private Optional<MappedColumn> column(SelectableMapping part) {
        SqlName name = SqlName.of(part.getSelectionExpression());
        String read = part.getCustomReadExpression();
        String write = part.getCustomWriteExpression();
        boolean plain = !part.isFormula()
                && (read == null || read.equals(Template.TEMPLATE + '.' + part.getSelectionExpression()))
                && (write == null || write.equals("?"))
                && part.getContainingTableExpression().equals(entity.getTableName());
        if (!plain || name == null || !name.schema().isEmpty()) {
            return Optional.empty();
        }
        return MappedColumn.of(name.name(), part.getJdbcMapping(), factory);
    }
}
