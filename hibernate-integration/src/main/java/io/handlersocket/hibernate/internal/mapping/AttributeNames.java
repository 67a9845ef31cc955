// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.internal.planner.SqlName;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableConsumer;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;

/** Names the attribute whose column requires JDBC, so that a reason says where to look in the application's code. */
public final class AttributeNames {

    private final Map<JdbcReason.Column, String> names = new HashMap<>();

    /** Reads the names from the mapping of a session factory. A column of several entities' attributes has none. */
    public AttributeNames(SessionFactoryImplementor sessionFactory) {
        var mapping = sessionFactory.getMappingMetamodel();
        mapping.forEachEntityDescriptor(this::addEntity);
        mapping.forEachCollectionDescriptor(this::addCollection);
    }

    /** Returns the reason with the attribute before it, such as {@code Player.rating: column rating is …}. */
    public JdbcReason named(JdbcReason reason) {
        String name = reason.column() == null ? null : names.get(key(reason.column()));
        return name == null || name.isEmpty() ? reason : reason.named(name);
    }

    // Names of columns are compared without case, as SQL does.
    private static JdbcReason.Column key(JdbcReason.Column column) {
        return new JdbcReason.Column(
                column.table().toLowerCase(Locale.ROOT), column.name().toLowerCase(Locale.ROOT));
    }

    private void addEntity(EntityPersister entity) {
        String name = simple(entity.getEntityName()) + '.';
        BiConsumer<JdbcReason.Column, String> once =
                (column, attribute) -> names.merge(column, attribute, (one, other) -> one.equals(other) ? one : "");
        if (!entity.isInherited()) {
            String id = entity.getIdentifierPropertyName();
            each(entity.getIdentifierMapping(), name + (id == null ? "id" : id), once);
        }
        // Attributes of a superclass are added with the superclass.
        entity.forEachAttributeMapping(attribute -> {
            if (attribute.getDeclaringType() == entity || !entity.isInherited()) {
                each(attribute, name + attribute.getAttributeName(), once);
            }
        });
    }

    /** Adds the columns of a collection that no entity has. */
    private void addCollection(CollectionPersister collection) {
        PluralAttributeMapping attribute = collection.getAttributeMapping();
        String owner = collection.getOwnerEntityPersister().getEntityName();
        String name = simple(owner) + collection.getRole().substring(owner.length());
        each(attribute.getElementDescriptor(), name, names::putIfAbsent);
        if (attribute.getIndexDescriptor() != null) {
            each(attribute.getIndexDescriptor(), name, names::putIfAbsent);
        }
    }

    private static void each(ModelPart part, String name, BiConsumer<JdbcReason.Column, String> add) {
        SelectableConsumer consumer = (index, selectable) -> {
            SqlName table = SqlName.of(selectable.getContainingTableExpression());
            SqlName column = SqlName.of(selectable.getSelectionExpression());
            if (table != null && column != null) {
                add.accept(key(new JdbcReason.Column(table.name(), column.name())), name);
            }
        };
        part.forEachSelectable(consumer);
    }

    private static String simple(String entity) {
        String nested = entity.substring(entity.lastIndexOf('.') + 1);
        return nested.substring(nested.lastIndexOf('$') + 1);
    }
}
