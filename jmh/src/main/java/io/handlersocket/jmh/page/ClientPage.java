// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.ThreadsArm;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page by the client alone: the same lookups in as many round trips, without Spring, Hibernate and entities. */
final class ClientPage implements AutoCloseable {

    private final HandlerSocketClient client;
    private final Index owners;
    private final Index pets;
    private final Index visits;

    ClientPage(Database db) {
        client = HandlerSocketClient.builder()
                .dataSource(db.dataSource())
                .host(db.host())
                .port(db.readPort())
                .secret(db.readSecret())
                .build();
        owners = client.index(IndexSpec.primary(db.schema(), "page_owner")
                .select("owner_id", "name", "address", "city", "telephone"));
        pets = index(db, "page_pet", "owner_id", "pet_id", "name", "birth_date");
        visits = index(db, "page_visit", "pet_id", "visit_id", "visit_date", "description");
    }

    private Index index(Database db, String table, String index, String... columns) {
        return client.index(new IndexSpec(new TableName(db.schema(), table), index, List.of(columns)));
    }

    OwnerPage read(int id) {
        Row owner = owners.find(id).orElseThrow();
        List<Row> children = new ArrayList<>(pets.range(Range.equal(owner.intAt(0))));
        List<Range> ranges = new ArrayList<>(children.size());
        for (Row pet : children) {
            ranges.add(Range.equal(pet.intAt(0)));
        }
        List<OwnerPage.PetPart> parts = new ArrayList<>(children.size());
        List<Rows> found = visits.ranges(ranges);
        for (int i = 0; i < children.size(); i++) {
            Row pet = children.get(i);
            List<OwnerPage.VisitPart> seen = new ArrayList<>();
            for (Row visit : found.get(i).rows()) {
                seen.add(new OwnerPage.VisitPart(visit.intAt(0), date(visit, 1), text(visit, 2)));
            }
            seen.sort(
                    Comparator.comparing(OwnerPage.VisitPart::date, Comparator.nullsFirst(Comparator.naturalOrder())));
            parts.add(new OwnerPage.PetPart(pet.intAt(0), text(pet, 1), date(pet, 2), seen));
        }
        parts.sort(Comparator.comparing(OwnerPage.PetPart::name));
        return new OwnerPage(owner.intAt(0), text(owner, 1), text(owner, 2), text(owner, 3), text(owner, 4), parts);
    }

    private static @Nullable LocalDate date(Row row, int column) {
        return row.valueAt(column, LocalDate.class);
    }

    private static String text(Row row, int column) {
        String text = row.stringAt(column);
        return text == null ? "" : text;
    }

    /** Random pages from so many threads; every page is checked. */
    Arm arm(int threads) {
        return new ThreadsArm("page-client-" + threads, threads, () -> {
            int id = PageTables.randomId();
            PageTables.check(id, read(id));
            return 1;
        });
    }

    @Override
    public void close() {
        client.close();
    }
}
