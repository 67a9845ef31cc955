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
import java.util.ArrayList;
import java.util.List;

/** The root of the page. */
@Entity
@Table(name = "page_owner")
public class Owner {

    @Id
    @Column(name = "owner_id")
    private int id;

    private String name = "";

    private String address = "";

    private String city = "";

    private String telephone = "";

    @OneToMany
    @JoinColumn(name = "owner_id")
    @OrderBy("name")
    private List<Pet> pets = new ArrayList<>();

    int getId() {
        return id;
    }

    String getName() {
        return name;
    }

    String getAddress() {
        return address;
    }

    String getCity() {
        return city;
    }

    String getTelephone() {
        return telephone;
    }

    List<Pet> getPets() {
        return pets;
    }
}
