// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.DrainLock;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketMigrationAutoConfiguration;
import io.handlersocket.testkit.GaleraMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import liquibase.change.custom.CustomTaskChange;
import liquibase.database.Database;
import liquibase.exception.ValidationErrors;
import liquibase.resource.ResourceAccessor;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Whatever changes the schema of a cluster holds the drain lock on all nodes meanwhile. */
@Tag("exhaustive") // the client's ClusterDrainLockIT shows the locks; the same tools hold one in MigrationIT
@ExtendWith(OutputCaptureExtension.class)
@Timeout(300)
class ClusterMigrationIT {

    private static final List<Integer> NODES = List.of(1, 2, 3);
    private static final List<Integer> LOCKED = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final GaleraMariaDB DB = new GaleraMariaDB(3);

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketMigrationAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + DB.node(2).getJdbcUrl(),
                    "spring.datasource.username=" + DB.node(2).getUsername(),
                    "spring.datasource.password=" + DB.node(2).getPassword(),
                    "spring.datasource.hikari.maximum-pool-size=2");

    @BeforeAll
    static void recordStatements() {
        PlayerApplication.createTable(DB.node(1));
        NODES.forEach(node -> DB.node(node).execute("SET GLOBAL log_output = 'TABLE'", "SET GLOBAL general_log = ON"));
    }

    @BeforeEach
    void nothingIsLocked() {
        LOCKED.clear();
        assertThat(locked()).isEmpty();
    }

    private static List<Integer> locked() {
        return NODES.stream()
                .filter(node -> count(node, "SELECT IS_USED_LOCK('" + DrainLock.NAME + "') IS NOT NULL") == 1)
                .toList();
    }

    private static int count(int node, String query) {
        return count(DB.node(node).rootDataSource(), query);
    }

    private static int count(DataSource dataSource, String query) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }

    /** Flyway reads version and description from the name. */
    static final class V1__RecordLocks extends BaseJavaMigration {

        @Override
        public void migrate(Context context) {
            LOCKED.addAll(locked());
        }
    }

    @Test
    void flywayHoldsTheLockOnAllNodes(CapturedOutput output) {
        application
                .withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .withBean(V1__RecordLocks.class)
                .withPropertyValues(
                        "spring.flyway.locations=",
                        "spring.flyway.baseline-on-migrate=true",
                        "spring.flyway.baseline-version=0")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(LOCKED).isEqualTo(NODES);
        assertThat(locked()).isEmpty();
        assertThat(output).doesNotContain("is not held on");
    }

    /** Named in the change log. */
    public static final class LiquibaseChange implements CustomTaskChange {

        @Override
        public void execute(Database database) {
            LOCKED.addAll(locked());
        }

        @Override
        public String getConfirmationMessage() {
            return "recorded the locks";
        }

        @Override
        public void setUp() {}

        @Override
        public void setFileOpener(ResourceAccessor resources) {}

        @Override
        public ValidationErrors validate(Database database) {
            return new ValidationErrors();
        }
    }

    @Test
    void liquibaseHoldsTheLockOnAllNodes(CapturedOutput output) {
        application
                .withConfiguration(AutoConfigurations.of(LiquibaseAutoConfiguration.class))
                .withPropertyValues("spring.liquibase.change-log=classpath:migrations/liquibase-cluster.xml")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(LOCKED).isEqualTo(NODES);
        assertThat(locked()).isEmpty();
        assertThat(output).doesNotContain("is not held on");
    }

    @Test
    void ddlAutoHoldsTheLockOnAllNodes(CapturedOutput output) {
        String locks =
                "SELECT COUNT(*) FROM mysql.general_log WHERE argument LIKE 'SELECT GET_LOCK(%" + DrainLock.NAME + "%'";
        List<Integer> before = NODES.stream().map(node -> count(node, locks)).toList();
        PlayerApplication.on(
                        DB.node(3),
                        "spring.jpa.hibernate.ddl-auto=update",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false")
                .run()
                .close();
        assertThat(NODES)
                .allSatisfy(node ->
                        assertThat(count(node, locks)).as("node %d", node).isEqualTo(before.get(node - 1) + 1));
        assertThat(locked()).isEmpty();
        assertThat(output).doesNotContain("is not held on");
    }

    @Test
    void anApplicationHoldsTheLockOnAllNodes() {
        DataSource dataSource = DB.node(1).dataSource();
        String schema = DB.node(1).getDatabaseName();
        String user = DB.node(1).getUsername();
        String password = DB.node(1).getPassword();
        DrainLock lock = DrainLock.acquire(
                dataSource,
                address -> new DriverManagerDataSource("jdbc:mariadb://" + address + "/" + schema, user, password),
                Duration.ofSeconds(5));
        try (lock) {
            assertThat(lock.isHeld()).isTrue();
            assertThat(locked()).isEqualTo(NODES);
        }
        assertThat(locked()).isEmpty();
    }
}
