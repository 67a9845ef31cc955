// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A child of a child. */
@Entity
@Table(name = "page_visit")
public class Visit {

    @Id
    @Column(name = "visit_id")
    private int id;

    @Column(name = "visit_date")
    private @Nullable LocalDate date;

    private String description = "";

    int getId() {
        return id;
    }

    @Nullable
    LocalDate getDate() {
        return date;
    }

    String getDescription() {
        return description;
    }
}
