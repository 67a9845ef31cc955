// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.Options;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** What a client finds out about a server over SQL, without a client. */
public final class RealCatalog implements AutoCloseable {

    private final DataSource dataSource;
    private final SqlSession session;
    private final Collations collations = new Collations(System::nanoTime);

    public RealCatalog(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        this.session = SqlSession.open(dataSource, 30_000);
    }

    public ServerFacts server() throws SQLException {
        try {
            return new Discovery(Options.of("catalog", dataSource, new ClientListener() {}))
                    .discover(session)
                    .facts();
        } catch (NotUsableException e) {
            throw new IllegalStateException(e);
        }
    }

    public Table table(String schema, String name) throws SQLException {
        TableName table = new TableName(schema, name);
        collations.prepare(session, List.of(table));
        return CatalogReader.read(session, table, collations);
    }

    @Override
    public void close() {
        session.close();
    }
}
