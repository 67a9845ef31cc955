// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.sql.ResultSet;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.results.jdbc.internal.AbstractResultSetAccess;

/** Presents the rows to Hibernate as a result set without a statement. */
final class RowsAccess extends AbstractResultSetAccess {

    private final SharedSessionContractImplementor session;
    private final RowsResultSet resultSet;

    RowsAccess(SharedSessionContractImplementor session, RowsResultSet resultSet) {
        super(session);
        this.session = session;
        this.resultSet = resultSet;
    }

    @Override
    protected SessionFactoryImplementor getFactory() {
        return session.getFactory();
    }

    @Override
    public ResultSet getResultSet() {
        return resultSet;
    }

    @Override
    public void release() {
        resultSet.close();
    }

    @Override
    public int getResultCountEstimate() {
        return resultSet.size();
    }
}
