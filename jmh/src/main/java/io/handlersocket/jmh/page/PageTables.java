// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.jmh.measure.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/** The tables of the page: each owner has 3 pets with 4 visits each. Neither order is that of the ids. */
final class PageTables {

    static final int OWNERS = 10_000;
    static final int PETS = 3;
    static final int VISITS = 4;

    private PageTables() {}

    static int randomId() {
        return ThreadLocalRandom.current().nextInt(OWNERS);
    }

    static void load(Database db) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS page_owner (owner_id INT PRIMARY KEY, name VARCHAR(60),"
                    + " address VARCHAR(255), city VARCHAR(80), telephone VARCHAR(20))");
            statement.execute("CREATE TABLE IF NOT EXISTS page_pet (pet_id INT PRIMARY KEY, name VARCHAR(30),"
                    + " birth_date DATE, owner_id INT NOT NULL, KEY (owner_id))");
            statement.execute("CREATE TABLE IF NOT EXISTS page_visit (visit_id INT PRIMARY KEY, visit_date DATE,"
                    + " description VARCHAR(255), pet_id INT NOT NULL, KEY (pet_id))");
            statement.execute("INSERT IGNORE INTO page_owner SELECT seq, CONCAT('Owner ', seq), CONCAT(seq,"
                    + " ' Liberty Street'), 'Madison', CONCAT('608', seq) FROM seq_0_to_" + (OWNERS - 1));
            // The last pet of an owner comes first by name, the last visit of a pet first by date.
            statement.execute("INSERT IGNORE INTO page_pet SELECT seq, CONCAT('Pet ', " + (PETS - 1) + " - seq MOD "
                    + PETS + ", ' of ', seq DIV " + PETS + "), '2020-01-01' + INTERVAL seq MOD 1000 DAY, seq DIV "
                    + PETS + " FROM seq_0_to_" + (OWNERS * PETS - 1));
            statement.execute("INSERT IGNORE INTO page_visit SELECT seq, '2026-01-01' - INTERVAL seq MOD 1000 DAY,"
                    + " CONCAT('visit ', seq, ': rabies shot'), seq DIV " + VISITS + " FROM seq_0_to_"
                    + (OWNERS * PETS * VISITS - 1));
            statement.execute("ANALYZE TABLE page_owner, page_pet, page_visit");
        }
    }

    /** Fails if this is not the page of this owner, with every child in its place. */
    static void check(int id, OwnerPage page) {
        if (page.id() != id || page.pets().size() != PETS) {
            throw new AssertionError("not the page " + id + ": " + page);
        }
        int pet = id * PETS + PETS;
        for (OwnerPage.PetPart child : page.pets()) {
            pet--;
            int visit = pet * VISITS + VISITS;
            if (child.id() != pet || child.visits().size() != VISITS) {
                throw new AssertionError("not the page " + id + ": " + page);
            }
            for (OwnerPage.VisitPart part : child.visits()) {
                visit--;
                if (part.id() != visit || part.date() == null) {
                    throw new AssertionError("not the page " + id + ": " + page);
                }
            }
        }
    }
}
