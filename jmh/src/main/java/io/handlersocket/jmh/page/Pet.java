// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A child of the root. */
@Entity
@Table(name = "page_pet")
public class Pet {

    @Id
    @Column(name = "pet_id")
    private int id;

    private String name = "";

    @Column(name = "birth_date")
    private @Nullable LocalDate birthDate;

    @OneToMany
    @JoinColumn(name = "pet_id")
    @OrderBy("date")
    private List<Visit> visits = new ArrayList<>();

    int getId() {
        return id;
    }

    String getName() {
        return name;
    }

    @Nullable
    LocalDate getBirthDate() {
        return birthDate;
    }

    List<Visit> getVisits() {
        return visits;
    }
}
