// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The page in every setting that is compared. */
final class Pages implements AutoCloseable {

    private static final int COMPARED = 500;

    private final Database db;
    private final Map<Page.Setting, Page> started = new EnumMap<>(Page.Setting.class);

    Pages(Database db) {
        this.db = db;
    }

    private Page page(Page.Setting setting) throws InterruptedException {
        Page page = started.get(setting);
        if (page == null) {
            page = new Page(db, setting);
            started.put(setting, page);
        }
        return page;
    }

    Arm arm(Page.Setting setting, int threads) throws InterruptedException {
        return page(setting).arm(threads);
    }

    /** Fails unless every setting gives the same page for each of some random owners. */
    void checkEqual() throws InterruptedException {
        List<Page> all = new ArrayList<>();
        for (Page.Setting setting : Page.Setting.values()) {
            all.add(page(setting));
        }
        for (int i = 0; i < COMPARED; i++) {
            int id = PageTables.randomId();
            OwnerPage expected = all.get(0).call(id);
            for (Page other : all) {
                OwnerPage page = other.call(id);
                if (!page.equals(expected)) {
                    throw new AssertionError(
                            "the page of owner " + id + " is " + page + " (expected " + expected + ")");
                }
            }
        }
    }

    @Override
    public void close() {
        started.values().forEach(Page::close);
    }
}
