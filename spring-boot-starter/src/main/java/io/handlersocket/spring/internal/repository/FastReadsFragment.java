// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.spring.FastReads;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.RepositoryMethodContext;
import org.springframework.data.repository.core.support.RepositoryMetadataAccess;

/** Implements {@link FastReads} for every repository that extends it. */
public final class FastReadsFragment<T, ID> implements FastReads<T, ID>, RepositoryMetadataAccess {

    private final ConfigurableListableBeanFactory beans;
    private final Map<RepositoryMetadata, EntityReads> entities = new ConcurrentHashMap<>();

    public FastReadsFragment(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    @SuppressWarnings("unchecked") // the repository's metadata says so
    public Optional<T> lookup(ID id) {
        return Optional.ofNullable((T) reads().find(id));
    }

    @Override
    public <P> Optional<P> lookup(ID id, Class<P> type) {
        EntityReads reads = reads();
        return reads.query(type, List.of(reads.idAttribute()), new Object[] {id}).stream()
                .findFirst();
    }

    @Override
    public <P> List<P> lookupBy(Class<P> type, String attributes, Object... values) {
        List<String> names =
                Arrays.stream(attributes.split(",", -1)).map(String::trim).toList();
        if (names.size() != values.length) {
            throw new IllegalArgumentException(
                    "values: " + values.length + " (expected one for each of " + names + ")");
        }
        return reads().query(type, names, values);
    }

    // The key is the metadata, which is per repository: repositories of one interface may belong to several units.
    private EntityReads reads() {
        RepositoryMetadata repository = RepositoryMethodContext.getContext().getMetadata();
        return entities.computeIfAbsent(repository, own -> new EntityReads(beans, own));
    }
}
