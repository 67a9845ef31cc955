// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.Session;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.engine.spi.Status;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.Type;

/** What a session manages: as text, as what it would write, and changed a little. */
final class Managed {

    private final SharedSessionContractImplementor session;
    private final PersistenceContext context;

    Managed(Session session) {
        this.session = (SharedSessionContractImplementor) session;
        this.context = this.session.getPersistenceContext();
    }

    String state() {
        List<String> lines = new ArrayList<>();
        entries().forEach((key, entity) -> {
            EntityEntry entry = context.getEntry(entity);
            lines.add(key + ' ' + entry.getStatus() + ' ' + entry.getLockMode() + " version " + entry.getVersion()
                    + (isManaged(entry) && entry.isReadOnly() ? " read-only" : "")
                    + (entry.isExistsInDatabase() ? "" : " new") + ' '
                    + loaded(entry));
        });
        List<String> collections = new ArrayList<>();
        context.forEachCollectionEntry(
                (collection, entry) -> collections.add(entry.getRole()
                        + ' '
                        + entry.getLoadedKey()
                        + ' '
                        + (collection.wasInitialized() ? "size " + collection.getStoredSnapshot() : "not loaded")
                                .replaceAll("@[0-9a-f]+", "")),
                false);
        collections.sort(null);
        return String.join("\n  ", lines) + "\n  " + String.join("\n  ", collections);
    }

    /** The values that dirty checking compares with; of other entities, only which they are. */
    private String loaded(EntityEntry entry) {
        Object[] loaded = entry.getLoadedState();
        if (loaded == null) {
            return "-";
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < loaded.length; i++) {
            values.add(text(entry.getPersister().getPropertyTypes()[i], loaded[i]));
        }
        return values.toString();
    }

    private String text(Type type, Object value) {
        if (type.isCollectionType()) {
            return "collection";
        }
        return type.isEntityType() || type.isAnyType() ? id(value) : Dump.of(value);
    }

    private String id(Object entity) {
        return entity == null
                ? "null"
                : session.bestGuessEntityName(entity) + ' ' + session.getContextEntityIdentifier(entity);
    }

    String dirty() {
        List<String> lines = new ArrayList<>();
        entries().forEach((key, entity) -> {
            EntityEntry entry = context.getEntry(entity);
            EntityPersister persister = entry.getPersister();
            int[] dirty = !isManaged(entry) || entry.getLoadedState() == null
                    ? null
                    : persister.findDirty(persister.getValues(entity), entry.getLoadedState(), entity, session);
            if (dirty != null && dirty.length > 0) {
                lines.add(key
                        + ' '
                        + Arrays.stream(dirty)
                                .mapToObj(i -> persister.getPropertyNames()[i])
                                .toList());
            }
        });
        return lines.toString();
    }

    /** Changes the first text or number of each entity that may be changed. */
    void change() {
        entries().values().forEach(entity -> {
            EntityEntry entry = context.getEntry(entity);
            EntityPersister persister = entry.getPersister();
            Object[] values = persister.getValues(entity);
            for (int i = 0; i < values.length; i++) {
                boolean changeable = isManaged(entry)
                        && persister.getPropertyUpdateability()[i]
                        && (!persister.isVersioned() || i != persister.getVersionPropertyIndex())
                        && entry.isModifiableEntity();
                if (changeable && values[i] instanceof String) {
                    persister.setValue(entity, i, "chg");
                    return;
                }
                if (changeable && values[i] instanceof Integer number) {
                    persister.setValue(entity, i, number + 1);
                    return;
                }
            }
        });
    }

    private static boolean isManaged(EntityEntry entry) {
        return entry.getStatus() == Status.MANAGED || entry.getStatus() == Status.READ_ONLY;
    }

    private Map<String, Object> entries() {
        Map<String, Object> sorted = new TreeMap<>();
        for (Map.Entry<Object, EntityEntry> entry : context.reentrantSafeEntityEntries()) {
            sorted.put(
                    entry.getValue().getEntityName()
                            + ' '
                            + Dump.of(entry.getValue().getId()),
                    entry.getKey());
        }
        return sorted;
    }
}
