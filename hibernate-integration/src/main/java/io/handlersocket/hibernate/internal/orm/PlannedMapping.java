// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import java.util.Set;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMapping;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducer;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMetadata;

/** The standard mapping producer, carrying what was seen of its statement. */
record PlannedMapping(JdbcValuesMappingProducer standard, PlannedStatement statement)
        implements JdbcValuesMappingProducer {

    @Override
    public JdbcValuesMapping resolve(
            JdbcValuesMetadata metadata, LoadQueryInfluencers influencers, SessionFactoryImplementor sessionFactory) {
        return standard.resolve(metadata, influencers, sessionFactory);
    }

    @Override
    public void addAffectedTableNames(Set<String> names, SessionFactoryImplementor sessionFactory) {
        standard.addAffectedTableNames(names, sessionFactory);
    }
}
